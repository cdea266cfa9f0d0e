import { EntryButton } from '../../../ui/index.ts';
import { BrandMark } from './BrandMark.tsx';
import { useBrandName } from './brandNames.ts';

export interface BrandEntryProps {
  readonly brand: string;
  readonly badge?: string | undefined;
  /** It was pressed, and what it leads to is on its way. @default false */
  readonly busy?: boolean;
  onPress?(): void;
}

/** The landing's row of a social account or a wallet: mark and name. */
export function BrandEntry({ brand, badge, busy = false, onPress = () => undefined }: BrandEntryProps) {
  return (
    <EntryButton
      badge={badge}
      busy={busy}
      icon={<BrandMark name={brand} />}
      label={useBrandName(brand)}
      onClick={onPress}
    />
  );
}
