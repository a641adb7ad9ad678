import { useState } from 'react';

/**
 * Holds one of a few values that this browser remembers for a person; the fallback until they choose.
 *
 * @param name key in the browser's storage, such as « prospects:vue »
 * @param choices the values, of a record of labels
 */
export function useRememberedChoice<Choice extends string>(
  name: string,
  choices: Readonly<Record<Choice, string>>,
  fallback: Choice,
): [choice: Choice, choose: (choice: Choice) => void] {
  const [chosen, setChosen] = useState(() => readChoice(name, choices));
  const choose = (choice: Choice) => {
    setChosen(choice);
    try {
      localStorage.setItem(name, choice);
    } catch {
      // The storage is full or forbidden: the choice holds for this screen.
    }
  };
  return [chosen ?? fallback, choose];
}

function readChoice<Choice extends string>(
  name: string,
  choices: Readonly<Record<Choice, string>>,
): Choice | undefined {
  try {
    const stored = localStorage.getItem(name) ?? '';
    return Object.hasOwn(choices, stored) ? (stored as Choice) : undefined;
  } catch {
    return undefined;
  }
}
