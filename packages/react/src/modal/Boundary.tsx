import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Hears what was thrown, once what is below is gone. */
  onBreak(cause: unknown): void;
  children: ReactNode;
}

/** Stands between a part that may throw while it renders and the rest of the modal: shows nothing in its place and tells. */
// A class, because React offers error boundaries to nothing else.
export class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override state = { isBroken: false };

  override componentDidCatch(cause: unknown): void {
    this.props.onBreak(cause);
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children;
  }
}
