/**
 * The nodes room: how the developer's nodes are asked (JSON-RPC), and where that of a chain is. Sends nothing of ours to them.
 * It asks no one; it is loaded with signing, because no page asks a node before someone has a wallet.
 */
export { askNode, askNodeAtOnce, type JsonRpcReply, type JsonRpcRequest } from './askNode.ts';
export { refuseChain, refuseNodeless, rpcUrlOf } from './nodeOf.ts';
