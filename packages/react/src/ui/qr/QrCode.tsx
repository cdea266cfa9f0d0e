import { lazyView } from '../lazyView.tsx';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

const Drawn = lazyView<QrCodeProps>(async () => (await import('./drawQrCode.tsx')).DrawnQrCode);

/** A QR code. The code that draws it loads when the first one is shown; its space is reserved until then. */
export function QrCode(props: QrCodeProps) {
  return <Drawn {...props} fallback={<span style={{ display: 'block', height: 208, width: 208 }} />} />;
}
