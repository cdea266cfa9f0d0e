/** Value that one part of the client sets and another part reads. */
export interface Slot<Value> {
  get(): Value;
  set(value: Value): void;
  /** Returns the value and resets it to the initial one, for data that is used once. */
  take(): Value;
}

/** Creates a slot. @param first initial value */
export function createSlot<Value>(first: Value): Slot<Value> {
  let value = first;
  return {
    get: () => value,
    set(next) {
      value = next;
    },
    take() {
      const taken = value;
      value = first;
      return taken;
    },
  };
}
