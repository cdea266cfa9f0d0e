import { EntryButton, lazyView } from '../../../ui/index.ts';
import { brandNameOf } from './brandNames.ts';

const BrandMark = lazyView(async () => (await import('./BrandMark.tsx')).BrandMark);

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
    <BrandMark fallback={<svg aria-hidden="true" height="20" width="20" />} name={brand} />
  );
  return <EntryButton badge={badge} busy={busy} icon={mark} label={brandNameOf(brand)} onClick={onPress} />;
}
