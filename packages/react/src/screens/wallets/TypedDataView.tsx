import type { TypedData } from '@latchkey/core/startup';
import { useTexts } from '../../ui/index.ts';
import { spellOut } from './readableMessage.ts';

export const typedDataTexts = { domain: 'Domain' } as const;

/** Typed data as a readable list: who it is for, then every field by its name and type, nested as in the data. */
export function TypedDataView({ data }: { data: TypedData }) {
  const texts = useTexts('typedData', typedDataTexts);
  return (
    <div className="typed">
      <p className="typed-type">{spellOut(data.primaryType)}</p>
      <Fields type={data.primaryType} types={data.types} value={data.message} />
      <p className="typed-type">{texts.domain}</p>
      <dl className="fields">
        {Object.entries(data.domain).map(([name, value]) => (
          <Field key={name} name={name} type="" types={data.types} value={value} />
        ))}
      </dl>
    </div>
  );
}

interface FieldsProps {
  type: string;
  types: TypedData['types'];
  value: unknown;
}

/** The fields of a struct in the order of its type, which is the order that is signed. Only what the type names is signed. */
function Fields({ type, types, value }: FieldsProps) {
  const values = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return (
    <dl className="fields">
      {(types[type] ?? []).map((field) => (
        <Field
          key={field.name}
          name={field.name}
          type={field.type}
          types={types}
          value={values[field.name]}
        />
      ))}
    </dl>
  );
}

function Field({ name, type, types, value }: FieldsProps & { name: string }) {
  return (
    <div className="typed-field">
      <dt>{spellOut(name)}</dt>
      <dd>
        <Value type={type} types={types} value={value} />
      </dd>
    </div>
  );
}

function Value({ type, types, value }: FieldsProps) {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (element !== undefined && Array.isArray(value)) {
    return (
      <ol className="items">
        {value.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a signed list never changes while it is shown.
          <li key={place}>
            <Value type={element} types={types} value={item} />
          </li>
        ))}
      </ol>
    );
  }
  // A type may hold itself: what is not there ends it.
  if (types[type] && typeof value === 'object') return <Fields type={type} types={types} value={value} />;
  return <span className={type === 'string' ? undefined : 'mono'}>{plain(value)}</span>;
}

/** Texts, numbers, flags and bytes as they are; anything unexpected as JSON, so that nothing signed is hidden. */
function plain(value: unknown): string {
  if (typeof value === 'string') return spellOut(value);
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '';
}
