/**
 * The http room: the only ways out of this client, to the service (`call.ts`) and to the developer's Ethereum node
 * (`jsonRpc.ts`). It knows addresses, headers, time-outs and retries; it knows nothing of sessions, which pass the
 * bearer in.
 */
export { type Base, type Call, createCall, toBase } from './call.ts';
export { askNode, askNodeAtOnce, type JsonRpcReply, type JsonRpcRequest } from './jsonRpc.ts';
