/** Parts of the hosted pages for the gallery. Only the gallery imports this file. */
export { showConnect } from './connect/connectPage.ts';
export { showConnections } from './connections/connectionsPage.ts';
export { type Context, createContext } from './context.ts';
export { element } from './page/dom.ts';
export { addSheets, setLook } from './page/look.ts';
export { waitCard } from './page/notice.ts';
export { loadLanguage } from './page/texts/index.ts';
export { type PageConfig, toHostConfig } from './pageConfig.ts';
export { showComeBack, showEnd, showLogin } from './request/showEnd.ts';
export { showTransact } from './transact/transactPage.ts';
