import type { ReadableField, ReadablePart, ReadableValue } from '@latchkey/frame/readable';
import { Fragment } from 'react';

/** Shows signed data as a readable list: titled parts with named fields, nested as in the data. */
export function PartsView({ parts }: { parts: readonly ReadablePart[] }) {
  return (
    <div className="typed">
      {parts.map(({ title, fields }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is signed never changes while it is shown.
        <Fragment key={place}>
          <p className="typed-type">{title}</p>
          <Fields fields={fields} />
        </Fragment>
      ))}
    </div>
  );
}

function Fields({ fields }: { fields: readonly ReadableField[] }) {
  return (
    <dl className="fields">
      {fields.map(({ name, value }) => (
        <div className="typed-field" key={name}>
          <dt>{name}</dt>
          <dd translate="no">
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value }: { value: ReadableValue }) {
  switch (value.kind) {
    case 'fields':
      return <Fields fields={value.fields} />;
    case 'list':
      return (
        <ol className="items">
          {value.items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a signed list never changes while it is shown.
            <li key={place}>
              <Value value={item} />
            </li>
          ))}
        </ol>
      );
    default:
      return <span className={value.kind === 'code' ? 'mono' : undefined}>{value.text}</span>;
  }
}
