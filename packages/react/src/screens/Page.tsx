import type { ReactNode, Ref } from 'react';
import { Title } from '../ui/index.ts';

interface HeadingProps {
  /** Icon in a square above the title. */
  icon?: ReactNode;
  /** Picture above the title, instead of an icon. */
  picture?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** Paragraphs that follow, with classes of their own. */
  paragraphs?: ReactNode;
  /** True if screen readers announce changes, on a page that waits. @default false */
  isLive?: boolean;
}

interface PageParts {
  /** Further classes. `tight` keeps the page as high as the modal, so a part of it scrolls. */
  className?: string;
  /** Buttons and lines at the foot. With null the foot keeps its space. @default no foot */
  actions?: ReactNode;
  /** Content between the children and the actions. */
  footer?: ReactNode;
  children?: ReactNode;
  onSubmit?(): void;
  /** Element of a page that is not a form, for `useSheet`. */
  pageRef?: Ref<HTMLDivElement>;
}

type NoHeading = { [Name in keyof HeadingProps]?: never };

/**
 * Layout of a screen. With a title, the heading and the children are grouped in the middle. Without one, the children
 * start at the top and include their own heading, such as a `PageHeading` or a `Status`.
 */
export function Page({
  className,
  actions,
  footer,
  children,
  onSubmit,
  pageRef,
  ...heading
}: PageParts & (HeadingProps | NoHeading)) {
  const classes = className ? `page ${className}` : 'page';
  const content = (
    <>
      {heading.title === undefined ? (
        children
      ) : (
        <div className="group">
          <PageHeading {...heading} />
          {children}
        </div>
      )}
      {footer}
      {actions === undefined ? null : <PageActions>{actions}</PageActions>}
    </>
  );
  if (!onSubmit)
    return (
      <div className={classes} ref={pageRef}>
        {content}
      </div>
    );
  return (
    <form
      className={classes}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {content}
    </form>
  );
}

export function PageHeading({ icon, picture, title, detail, paragraphs, isLive }: HeadingProps) {
  return (
    <div className="heading" role={isLive ? 'status' : undefined}>
      {icon ? <span className="mark">{icon}</span> : picture}
      <Title>{title}</Title>
      {detail ? <p className="muted">{detail}</p> : null}
      {paragraphs}
    </div>
  );
}

export function PageActions({ children }: { children: ReactNode }) {
  return <div className="page-end">{children}</div>;
}

export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{children}</div>;
}

interface StatusLineProps {
  /** Shows the line as an error. @default false */
  isError?: boolean;
  /** @default 'status' */
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** A line beside the buttons, such as the result of the last click. Screen readers announce changes. */
export function StatusLine({ isError, role = 'status', children }: StatusLineProps) {
  return (
    <p className={isError ? 'field-error center' : 'field-hint center'} role={role}>
      {children}
    </p>
  );
}
