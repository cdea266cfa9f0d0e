import { LineIcon } from '../../ui/index.ts';

const paths = {
  cloud: 'M6 15.5a3.5 3.5 0 0 1-.4-6.98 4.5 4.5 0 0 1 8.8 0A3.5 3.5 0 0 1 14 15.5Z',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5ZM12.25 10a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0Z',
  'eye-off':
    'M4 4l12 12M8.2 5.2A8 8 0 0 1 10 5c5 0 8 5 8 5a14 14 0 0 1-2.2 2.7M5.4 6.6A13.5 13.5 0 0 0 2 10s3 5 8 5a8 8 0 0 0 3.8-1M8.5 8.4a2.25 2.25 0 0 0 3.1 3.1',
} as const;

export function RecoveryIcon({ name }: { name: keyof typeof paths }) {
  return <LineIcon path={paths[name]} />;
}
