/** Whether a text can be a method's id: the specification's own word, kebab-case. */
export function isMethodName(name: string): boolean {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);
}

/** The spellings of a method's name. */
export interface Words {
  /** `one-tap`: the id. */
  readonly name: string;
  /** `oneTap`: variables, routes and files. */
  readonly camel: string;
  /** `OneTap`: types and components. */
  readonly pascal: string;
  /** `one_tap`: fields of the wire, the type of its accounts. */
  readonly snake: string;
  /** `ONE_TAP_SCREEN`. */
  readonly screen: string;
  /** `one-tap` as the key of a record. */
  readonly key: string;
}

export function wordsOf(name: string): Words {
  const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const snake = name.replaceAll('-', '_');
  return {
    name,
    camel,
    pascal: camel.charAt(0).toUpperCase() + camel.slice(1),
    snake,
    screen: `${snake.toUpperCase()}_SCREEN`,
    key: camel === name ? camel : `'${name}'`,
  };
}
