import { envFiles, type ProgramName, programs } from './programs.ts';

/** Returns a systemd unit that runs a program in a folder. */
export function toUnit(name: ProgramName, { folder, program }: { folder: string; program: string }): string {
  const { about, command, file } = programs[name];
  return `# systemd unit of Latchkey's ${about}. Copy it to /etc/systemd/system, then: systemctl enable --now ${file}
[Unit]
Description=Latchkey ${about}
After=network-online.target
Wants=network-online.target

[Service]
User=latchkey
WorkingDirectory=${folder}
EnvironmentFile=${folder}/${envFiles[name]}
ExecStart=${program} ${command}
${name === 'service' ? 'ExecReload=/bin/kill -HUP $MAINPID\n' : ''}Restart=on-failure
KillMode=mixed
# At most 15 s of LATCHKEY_DRAIN_S, and the 20 s after which the program itself gives up.
TimeoutStopSec=35
AmbientCapabilities=
CapabilityBoundingSet=
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=read-only
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
UMask=0077

[Install]
WantedBy=multi-user.target
`;
}
