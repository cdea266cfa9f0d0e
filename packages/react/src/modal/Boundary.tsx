import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Called with the error after the children are unmounted. */
  onBreak(cause: unknown): void;
  children: ReactNode;
}

/**
 * Error boundary around a part of the modal. If the part throws while it renders, shows nothing in its place and
 * reports the error.
 */
// A class, because React supports error boundaries only as classes.
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
