import type { ReactNode } from 'react';
import { isWebAddress } from './webAddress.ts';

interface WebLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

/** A link to a page outside of the app, in a new tab. What is no web address shows its words alone. */
export function WebLink({ href, className, children }: WebLinkProps) {
  if (!isWebAddress(href)) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={href} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  );
}
