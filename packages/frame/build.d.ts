/** Largest vault script, gzip. docs/custody.md, "The frame's border". */
export declare const vaultBudgetBytes: number;
/** What the service needs to know of the files that it serves (`dist/pages/manifest.json`). */
export interface FrameManifest {
    readonly version: 1;
    readonly files: Readonly<Record<string, FrameFile>>;
    readonly pages: {
        readonly vault: string;
    };
}
export interface FrameFile {
    readonly type: 'text/html' | 'text/javascript';
    /** Hexadecimal. */
    readonly sha256: string;
    /** For the `integrity` attribute (SRI). */
    readonly integrity: string;
}
export interface FrameBuild {
    readonly manifest: FrameManifest;
    /** Which module costs how many bytes, as `bundle-report.md` has it. */
    readonly report: string;
    readonly vaultGzipBytes: number;
}
/**
 * Builds the wallet frame. The same sources and dependencies give the same bytes on every machine, so that anyone can
 * compare what a service serves with what he built.
 *
 * @param outDir where `pages/` and `protocol.js` go; default `packages/frame/dist`
 * @throws Error when the vault is over its budget
 */
export declare function buildFrame(outDir?: string): Promise<FrameBuild>;
