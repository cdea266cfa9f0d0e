import { EntryButton } from '../../../ui/index.ts';
import { BrandMark } from './BrandMark.tsx';
import { useBrandName } from './brandNames.ts';

export interface BrandEntryProps {
  readonly brand: string;
  readonly badge?: string | undefined;
  /** True after a click, while its result is in progress. @default false */
  readonly busy?: boolean;
  onPress?(): void;
}

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
