import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { open, type Running } from './shell.ts';

/** Sites to serve under names below `localhost`, which a browser resolves to this machine. */
interface Sites {
  /** Text of a Caddyfile whose sites have names of `example.com`. */
  readonly file: string;
  /** Port on which Caddy ends TLS. */
  readonly port: number;
  /** Ports of programs on this machine, by those that the file names. */
  readonly upstreams: Readonly<Record<number, number>>;
}

export interface Caddy extends Running {
  /** Certificate of the authority that Caddy made for this machine, as a file. */
  readonly authority: string;
}

/**
 * Starts Caddy with a file of a guide. Names of `example.com` become names below `localhost`, and a local authority
 * takes the place of the public one.
 */
export async function startCaddy(folder: string, { file, port, upstreams }: Sites): Promise<Caddy> {
  const options = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    'auto_https disable_redirects',
    `https_port ${port}`,
    'default_bind 127.0.0.1',
    `storage file_system ${folder}/caddy`,
  ];
  const sites = file
    .replace(/^([\w.]+)\.example\.com \{$/gm, `$1.localhost:${port} {`)
    .replace(/127\.0\.0\.1:(\d+)/g, (_, own: string) => {
      const upstream = upstreams[Number(own)];
      if (upstream === undefined) throw new Error(`Nothing is on port ${own}`);
      return `127.0.0.1:${upstream}`;
    });
  const path = join(folder, 'Caddyfile');
  await writeFile(path, `{\n${options.map((line) => `\t${line}\n`).join('')}}\n\n${sites}`);
  const caddy = open(`caddy run --adapter caddyfile --config ${path}`, folder, { XDG_CONFIG_HOME: folder });
  await caddy.says(/serving initial configuration/);
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  if (!existsSync(authority)) throw new Error(`Caddy made no authority:\n${caddy.output()}`);
  return { ...caddy, authority };
}
