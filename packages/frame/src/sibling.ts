/**
 * Messages between the vault and the export page beside it: two documents of one origin in one host page. The vault,
 * not the page, opens the wallet, so export works even if storage is refused.
 */
import type { ChainType } from '@latchkey/wire';
import { isIndex, isOneOf, isPlainObject, isText } from './payloads.ts';
import { toFrameError } from './refusal.ts';

export type ExportKind = 'key' | 'phrase' | 'kit';

/** Names a wallet of an entropy by its address or, in the newest published clients, by chain and index. */
export type WalletName =
  | { readonly address: string }
  | { readonly chainType: ChainType; readonly index: number };

/** Request of the export page to the vault. */
export interface ExportRequest {
  /** Caller's token. The vault checks it like the token of any message. */
  readonly token: string;
  readonly wallet: WalletName;
  /** Address of the wallet at index 0 of its entropy. */
  readonly primaryAddress: string;
  readonly what: ExportKind;
  readonly password?: string;
}

/** Vault's answer: the requested text, or why it was refused. */
export type ExportAnswer =
  | { readonly id: string; readonly text: string }
  | { readonly id: string; readonly error: ReturnType<typeof toFrameError> };

const kinds: readonly unknown[] = ['key', 'phrase', 'kit'] satisfies ExportKind[];
/** Distinguishes these messages from those of a host page, whose events begin with `privy:`. */
const channel = 'latchkey:export';

export const toExportMessage = (id: string, request: ExportRequest) => ({ channel, id, request });

/** Windows, origin and path of a page of the frame. */
export interface Family {
  readonly self: unknown;
  readonly parent: unknown;
  readonly origin: string;
  readonly pathname: string;
}

/** A message's data, with its sender's window and origin as the browser reports them. */
export interface WindowMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

/**
 * Reads a request of the export page of the same app in the same host page. Returns null for any other message.
 *
 * A malicious host page of another origin could ask for a key. The message must therefore come from a window that shows
 * the export page's path on the frame's origin.
 */
export function readExportRequest(
  message: WindowMessage,
  family: Family,
): { id: string; request: ExportRequest } | null {
  if (!isBeside(message.source, message.origin, family, `${family.pathname}/export`)) return null;
  const { data } = message;
  if (
    !isPlainObject(data) ||
    data.channel !== channel ||
    !isText(64)(data.id) ||
    !isPlainObject(data.request)
  )
    return null;
  const { token, wallet, primaryAddress, what, password } = data.request;
  if (!isText(8192)(token) || !isWalletName(wallet) || !isText(64)(primaryAddress) || !kinds.includes(what))
    return null;
  if ((what === 'kit') !== isText(1024)(password)) return null;
  return { id: data.id as string, request: data.request as unknown as ExportRequest };
}

function isWalletName(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { address, chainType, index } = value;
  if (address !== undefined) return isText(64)(address);
  return isOneOf('ethereum', 'solana')(chainType) && isIndex(index);
}

/** Reads the vault's answer to the export page. Returns null for any other message. */
export function readExportAnswer(message: WindowMessage, family: Family): ExportAnswer | null {
  if (!isBeside(message.source, message.origin, family, toVaultPath(family.pathname))) return null;
  const { data } = message;
  return isPlainObject(data) && data.channel === channel ? (data as unknown as ExportAnswer) : null;
}

/** Answers the export page. A page of another origin that has since loaded in its window receives nothing. */
export function answerExport(source: unknown, origin: string, answer: ExportAnswer): void {
  (source as Window).postMessage({ channel, ...answer }, origin);
}

export const toExportError = (id: string, error: unknown): ExportAnswer => ({
  id,
  error: toFrameError(error),
});

/** Returns the window of the vault in the same host page, or null if there is none yet. */
export function findVault(family: Family): Window | null {
  const host = family.parent as Window;
  for (let index = 0; index < host.length; index += 1) {
    const candidate = host[index];
    if (candidate && isAt(candidate, family, toVaultPath(family.pathname))) return candidate;
  }
  return null;
}

const toVaultPath = (pagePath: string) => pagePath.replace(/\/(?:approve|export)$/, '');

/** Returns true if a message comes from a page of the frame's origin at the given path, in the same host page. */
export function isBeside(source: unknown, origin: string, family: Family, pathname: string): boolean {
  // A top-level page is its own parent, so a frame of this origin inside it would otherwise count as beside it.
  if (family.parent === family.self || origin !== family.origin || source === null) return false;
  return isAt(source as Window, family, pathname);
}

/**
 * Returns true if a window in this host page shows this path of the frame's origin. Reading the location of a window of
 * another origin throws.
 */
function isAt(window: Window, family: Family, pathname: string): boolean {
  try {
    const { location, parent } = window;
    return parent === family.parent && location.origin === family.origin && location.pathname === pathname;
  } catch {
    return false;
  }
}
