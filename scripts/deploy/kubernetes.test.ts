import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../build/contentHash.ts';
import { isCommand, mail, problemsOf, programs, stopSecondsOf } from './program.ts';
import { type Manifest, readDockerfile, readEnvFile, readManifests } from './readDeploy.ts';

const image = readDockerfile();
const manifests = readManifests();
const of = (kind: string) => manifests.filter((one) => one.kind === kind);
const named = (kind: string, name: string): Manifest =>
  of(kind).find(({ metadata }) => metadata.name === name) ?? expect.fail(`there is no ${kind} ${name}`);
const guide = readFileSync(join(root, 'docs/guide/containers.md'), 'utf8');
const deployments = of('Deployment').map((deployment) => {
  const pod = deployment.spec.template.spec;
  const program =
    pod.containers.find(({ image: name }) => name.includes('latchkey')) ?? expect.fail('no program of ours');
  const env: Record<string, string> = {};
  for (const { configMapRef } of program.envFrom ?? []) {
    if (configMapRef) Object.assign(env, named('ConfigMap', configMapRef.name).data);
  }
  const command = (program.args ?? []).join(' ');
  if (!isCommand(command)) throw new Error(`${deployment.metadata.name} starts ${command}`);
  return { command, deployment, env, pod, program };
});

test('no manifest is a Secret or sets a secret variable, and with the secrets of the guide every program is configured completely', () => {
  expect(of('Secret')).toEqual([]);
  expect(deployments.map(({ command }) => command).sort()).toEqual(['', 'hosted', 'recovery']);
  const key = (fill: number) =>
    Buffer.from(`${fill}latchkey-key-of-the-test-with-32-bytes`).subarray(0, 32).toString('base64');
  const values: Record<string, string> = {
    ...mail,
    LATCHKEY_DATABASE_URL: 'postgres://latchkey:password@postgres.example.com/latchkey',
    LATCHKEY_RECOVERY_DATABASE_URL: 'postgres://latchkey:password@recovery.example.com/latchkey',
    LATCHKEY_ADMIN_KEY: key(1),
    LATCHKEY_PARTS_KEK: key(2),
    LATCHKEY_RECOVERY_KEK: key(3),
    LATCHKEY_RECOVERY_TOKEN: key(4),
  };
  for (const { command, env, program } of deployments) {
    const secrets = (program.envFrom ?? []).flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : []));
    const created = secrets.flatMap((name) => {
      const command = `kubectl create secret generic ${name} --from-env-file=`;
      const file =
        guide.split(command)[1]?.split('\n')[0] ?? expect.fail(`the guide does not create ${name}`);
      const [, block = ''] = guide.split(`# ${file}\n`);
      return Object.keys(readEnvFile(block.split('```')[0] ?? ''));
    });
    const given = Object.fromEntries(created.map((name) => [name, values[name] ?? '']));
    expect(problemsOf(command, { ...env, ...given }), command).toEqual([]);
    expect(Object.keys(env).filter((name) => name in values && name !== 'LATCHKEY_MAIL_FROM')).toEqual([]);
  }
});

test('every pod runs as the image’s user with a read-only root, and has the time that it needs to stop', () => {
  const [uid, gid] = image.user.split(':').map(Number);
  for (const { env, pod } of deployments) {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: uid, runAsGroup: gid });
    expect(pod.automountServiceAccountToken).toBe(false);
    for (const { lifecycle, securityContext } of pod.containers) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
      });
      expect(securityContext.capabilities.drop).toEqual(['ALL']);
      // A proxy beside the program stays until the program has stopped.
      const seconds = Number(lifecycle?.preStop.exec.command[1] ?? pod.terminationGracePeriodSeconds);
      expect(seconds).toBeGreaterThanOrEqual(stopSecondsOf(env));
      expect(seconds).toBeLessThanOrEqual(pod.terminationGracePeriodSeconds);
    }
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(stopSecondsOf(env));
  }
});

test('probes call the paths and the port of their program', () => {
  for (const { command, program } of deployments) {
    const { livenessProbe, ports = [], readinessProbe, startupProbe } = program;
    expect(startupProbe?.httpGet?.path, command).toBe('/healthz');
    expect(livenessProbe?.httpGet?.path, command).toBe('/healthz');
    expect(readinessProbe?.httpGet?.path, command).toBe('/readyz');
    for (const probe of [livenessProbe, readinessProbe, startupProbe]) {
      const port = ports.find(({ name }) => name === probe?.httpGet?.port);
      expect(port?.containerPort, command).toBe(programs[command]);
    }
  }
});

test('every deployment has a service and a disruption budget, and the ingress leads to existing services', () => {
  for (const { deployment, pod } of deployments) {
    const { labels } = deployment.spec.template.metadata;
    const { name } = deployment.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    const service = named('Service', name);
    expect(service.spec.selector).toEqual(labels);
    const open = pod.containers.flatMap(({ ports = [] }) => ports.map((port) => port.name));
    for (const { targetPort } of service.spec.ports) expect(open).toContain(targetPort);
    const budget = named('PodDisruptionBudget', name);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas);
  }
  const backends = of('Ingress').flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths));
  expect(backends).toHaveLength(2);
  for (const { backend } of backends) {
    const ports = named('Service', backend.service.name).spec.ports.map(({ name }) => name);
    expect(ports).toContain(backend.service.port.name);
  }
  expect(backends.map(({ backend }) => backend.service.name)).not.toContain('latchkey-recovery');
});
