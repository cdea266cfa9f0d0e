import type { Approval } from './approval/approval.ts';
import {
  answerApproval,
  type ChainRequest,
  readApprovedRequest,
  readChainRequest,
  readRawSigningRequest,
  readReleaseRequest,
} from './approval/messages.ts';
import { admitPage, admitSender, assertSecure, type EmbeddingContext, toAppId } from './border.ts';
import { createFrame, type Frame } from './frame.ts';
import { exportKit } from './operations/exportKit.ts';
import { exportWallet } from './operations/exportWallet.ts';
import { releaseByCode } from './operations/recovery/releaseByCode.ts';
import { readPasskey } from './passkey/message.ts';
import { type Envelope, toEnvelope } from './protocol.ts';
import { isRefusal, refuse, toFrameError } from './refusal.ts';
import { route } from './router.ts';
import {
  answerExport,
  type ExportAnswer,
  type ExportRequest,
  readExportRequest,
  toExportError,
} from './sibling.ts';

/**
 * Starts the hidden page that holds keys. It accepts messages only from its host page and from the frame's own pages
 * (export, approval, passkey popup). It answers a request by its id, to the window and origin that sent it.
 */
function startFrame(): void {
  const appId = toAppId(location.pathname);
  const place = readPlace();
  const here = { ...place, origin: location.origin, pathname: location.pathname };
  // At top level there is no host page. A page that opened this one as a window gets no answer.
  if (appId === null || place.parent === place.self) return;
  let parentOrigin: string | null = null;
  let opening: Promise<Frame> | null = null;
  let hasTold = false;

  /** Reports a wrong service address once per page, because published clients ignore this error and try again. */
  function tellDeveloper(error: unknown): void {
    if (hasTold || !isRefusal(error) || error.code !== 'wrong_service_address') return;
    hasTold = true;
    // The frame writes no log, but browsers print uncaught rejections. The service's message must contain no secret.
    void Promise.reject(new Error(`[latchkey] ${error.message}`));
  }

  function openOnce(host: string): Promise<Frame> {
    opening ??= openFrame(appId as string, host, place).catch((error) => {
      opening = null;
      tellDeveloper(error);
      throw error;
    });
    return opening;
  }

  addEventListener('message', (event) => {
    const exporting = readExportRequest(event, here);
    if (exporting !== null) {
      void answerExportPage(exporting, opening).then((reply) =>
        answerExport(event.source, here.origin, reply),
      );
      return;
    }
    const answerPage = (reply: object) => answerApproval(event.source, here.origin, reply);
    const reading = readChainRequest(event, here);
    if (reading !== null) {
      void answerApprovalPage(reading, opening, (frame) => readChain(frame, reading.chain)).then(answerPage);
      return;
    }
    const release = readReleaseRequest(event, here);
    if (release !== null) {
      void answerApprovalPage(release, opening, (frame) => releaseByCode(frame, release.release)).then(
        answerPage,
      );
      return;
    }
    const leave = readRawSigningRequest(event, here);
    if (leave !== null) {
      void answerRawSigning(leave.id, opening).then(answerPage);
      return;
    }
    const approved = readApprovedRequest(event, here);
    if (approved !== null) {
      const { envelope, approval } = approved;
      void answer(envelope, () => findApproved(opening, approval)).then(answerPage);
      return;
    }
    const passkey = readPasskey(event, here);
    if (passkey !== null) {
      void opening?.then((frame) => frame.passkey.keep(passkey)).catch(() => undefined);
      return;
    }
    const host = admitSender(event, place, parentOrigin);
    const envelope = host === null ? null : toEnvelope(event.data);
    if (host === null || envelope === null) return;
    parentOrigin = host;
    void answer(envelope, () => openOnce(host)).then((reply) => parent.postMessage(reply, host));
  });
  addEventListener('pagehide', () => opening?.then((frame) => frame.vault.lock()).catch(() => undefined));
}

async function openFrame(appId: string, parentOrigin: string, place: EmbeddingContext): Promise<Frame> {
  assertSecure(location.origin, parentOrigin);
  const context = await admitPage(location.origin, appId, parentOrigin, place);
  return createFrame({
    origin: location.origin,
    appId,
    parentOrigin,
    nonce: context.dpop_nonce,
    mustApprove: context.approval === 'frame',
    allowsRawSigning: context.allow_raw_signing,
    passwordLength: context.recovery_password_length,
  });
}

async function findApproved(opening: Promise<Frame> | null, approval: Approval): Promise<Frame> {
  const frame = (await opening) ?? refuse('error', 'The wallet is not ready. Try again.');
  return { ...frame, approval };
}

/** Returns the answer to a message: the result or an error. Never rejects. */
async function answer({ id, event, data }: Envelope, open: () => Promise<Frame>): Promise<object> {
  try {
    return { id, event, data: await route(await open(), { id, event, data }) };
  } catch (error) {
    return { id, event, error: toFrameError(error) };
  }
}

/** Answers a request of the export page beside this one, with a text or an error. Never rejects. */
async function answerExportPage(
  { id, request }: { id: string; request: ExportRequest },
  opening: Promise<Frame> | null,
): Promise<ExportAnswer> {
  try {
    const frame = (await opening) ?? refuse('error', 'The wallet is not ready. Try again.');
    const { primaryAddress: rootAddress, wallet, what, password = '' } = request;
    const session = frame.sessions.identify(request.token);
    const named = { rootAddress, wallet };
    const text =
      what === 'kit'
        ? await exportKit(frame, session, { ...named, password })
        : await exportWallet(frame, session, { ...named, what });
    return { id, text };
  } catch (error) {
    return toExportError(id, error);
  }
}

/** Answers a request of the approval page other than for a signature. Never rejects. */
async function answerApprovalPage(
  { id }: { id: string },
  opening: Promise<Frame> | null,
  act: (frame: Frame) => Promise<unknown>,
): Promise<object> {
  try {
    return { id, data: await act((await opening) ?? refuse('error', 'The wallet is not ready. Try again.')) };
  } catch (error) {
    return { id, error: toFrameError(error) };
  }
}

const readChain = ({ api, sessions }: Frame, { token, chainId: chain_id, questions }: ChainRequest) =>
  api.call('readChain', sessions.identify(token), { chain_id, questions: [...questions] });

/** Tells the approval page whether it may ask the user to sign a hash. Never rejects. */
async function answerRawSigning(id: string, opening: Promise<Frame> | null): Promise<object> {
  const frame = await opening?.catch(() => null);
  return { id, data: { isAllowed: frame?.allowsRawSigning ?? false } };
}

function readPlace(): EmbeddingContext {
  const origins: Partial<DOMStringList> | undefined = location.ancestorOrigins;
  return { self: window, parent, ancestorOrigins: origins ? Array.from(origins as DOMStringList) : null };
}

startFrame();
