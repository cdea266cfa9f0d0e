import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../packages/testkit/src/index.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { capture, run } from '../../scripts/run.ts';
import { makeBase, writeNpmSettings } from './base.ts';

/** The settings of an image that these tests use. */
export interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Image {
  readonly root: string;
  readonly config: ImageConfig;
}

/** Builds the Dockerfile with buildah, on a stand-in for its base image. */
export interface Builder {
  /** Builds the image and mounts its file system. */
  build(): Promise<Image>;
  /** Builds the list of packages from the layers that the last build kept, and writes it into a folder. */
  buildSbom(folder: string): Promise<void>;
  close(): Promise<void>;
}

const baseName = 'localhost/base';

export async function openBuilder(): Promise<Builder> {
  const folder = temporaryFolder('image');
  const at = (name: string) => join(folder, name);
  const driver = await findDriver(at('probe'));
  const store = ['--root', at('store'), '--runroot', at('run'), '--storage-driver', driver];
  const buildah = async (...args: string[]): Promise<string> => {
    const { code, output } = await capture('buildah', [...store, ...args]);
    if (code !== 0) throw new Error(`buildah ${args.join(' ')} ended with ${code}:\n${output}`);
    return output.trim();
  };
  async function close() {
    for (const all of ['umount', 'rm']) await capture('buildah', [...store, all, '--all']);
    await capture('buildah', [...store, 'rmi', '--all', '--force']);
    await capture('umount', [at(`store/${driver}`)]);
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await Promise.all([makeBase(at('base')), writeNpmSettings(at('npm'))]);
    const container = await buildah('from', 'scratch');
    await buildah('copy', '--quiet', container, at('base'), '/');
    await buildah('commit', '--quiet', '--rm', container, baseName);
    await rm(at('base'), { recursive: true });
  } catch (error) {
    await close();
    throw error;
  }
  const options = [
    ...['--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${baseName}`],
    // The build reads many files at once; engines allow more than buildah does.
    ...['--ulimit', 'nofile=8192:8192', '--volume', `${at('npm')}:/usr/local/etc:ro`, '--layers'],
  ];
  let count = 0;
  return {
    async build() {
      count += 1;
      const name = `localhost/latchkey:${count}`;
      await buildah('build', ...options, '--no-cache', '--tag', name, root);
      const container = await buildah('from', name);
      const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', name)) as {
        Docker: { config: ImageConfig };
      };
      return { root: await buildah('mount', container), config: Docker.config };
    },
    async buildSbom(output) {
      await buildah('build', ...options, '--target', 'sbom', '--output', output, root);
    },
    close,
  };
}

/** Returns the driver that stores differences, or the one that copies if the kernel refuses the first. */
async function findDriver(folder: string): Promise<string> {
  const store = [
    '--root',
    join(folder, 'store'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'overlay',
  ];
  const { code } = await capture('buildah', [...store, 'info']);
  if (existsSync(join(folder, 'store/overlay')))
    await run('umount', [join(folder, 'store/overlay')]).catch(() => {});
  await rm(folder, { recursive: true, force: true });
  return code === 0 ? 'overlay' : 'vfs';
}
