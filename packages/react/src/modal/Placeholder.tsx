import type { LatchkeyClient } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { StatusPage } from '../screens/index.ts';
import { placeholderTexts } from '../texts/generated/en/placeholder.ts';
import { useTexts } from '../texts/index.ts';
import { Button } from '../ui/index.ts';

/** Shown until the client is ready and the language is loaded (MODAL-08). Offers a retry after an error. */
export function Placeholder({ client, error }: { client: LatchkeyClient; error: ServiceError | null }) {
  const texts = useTexts('placeholder', placeholderTexts);
  if (!error) return <StatusPage state="busy" title={texts.loading} />;
  return (
    <StatusPage
      actions={
        <Button autoFocus onClick={() => void client.start()}>
          {texts.retry}
        </Button>
      }
      detail={texts.detail}
      state="failed"
      title={texts.title}
    />
  );
}
