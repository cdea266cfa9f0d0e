import type { ReactNode } from 'react';
import { isWebAddress } from './webAddress.ts';

interface WebLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

/** A link in a new tab. If the address is not a web address, only the text is shown. */
export function WebLink({ href, className, children }: WebLinkProps) {
  if (!isWebAddress(href)) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={href} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  );
}
