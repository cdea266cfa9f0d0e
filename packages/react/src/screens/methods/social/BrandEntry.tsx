import { EntryButton, lazyView } from '../../../ui/index.ts';
import { useBrandName } from './brandNames.ts';

// Without its code, too, there are names to press: nothing breaks for a mark that does not come.
const BrandMark = lazyView(() =>
  import('./BrandMark.tsx').then(
    ({ BrandMark }) => BrandMark,
    () => NoMark,
  ),
);
const NoMark = () => <svg aria-hidden="true" height="20" width="20" />;

export interface BrandEntryProps {
  readonly brand: string;
  readonly badge?: string | undefined;
  /** It was pressed, and what it leads to is on its way. @default false */
  readonly busy?: boolean;
  onPress?(): void;
}

/** The landing's row of a social account or a wallet: mark and name. */
export function BrandEntry({ brand, badge, busy = false, onPress = () => undefined }: BrandEntryProps) {
  const mark = (
    // The place of the mark is kept, so that nothing moves when it comes.
    <BrandMark fallback={<NoMark />} name={brand} />
  );
  return <EntryButton badge={badge} busy={busy} icon={mark} label={useBrandName(brand)} onClick={onPress} />;
}
