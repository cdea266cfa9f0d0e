import { lazyView } from '../../ui/index.ts';
import { defineScreen } from '../screen.ts';
import type { UndoDoneExits, UndoDoneProps, UndoExits, UndoProps } from './UndoView.tsx';

export const undoScreen = defineScreen<UndoProps, UndoExits>({
  name: 'UNDO_CHANGE_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await import('./UndoView.tsx')).UndoView),
});

export const undoDoneScreen = defineScreen<UndoDoneProps, UndoDoneExits>({
  name: 'UNDO_DONE_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await import('./UndoView.tsx')).UndoDoneView),
});
