import { useEffect, useState } from 'react';
import { passwordWorkTexts } from '../../texts/generated/en/passwordWork.ts';
import { useTexts } from '../../texts/index.ts';
import { timings } from '../../timings.ts';

/**
 * Returns the text to show during the work on a recovery password: at first that it has begun, later that it goes on, because its
 * progress is unknown. Show it in a live region.
 *
 * @param working the words at first
 * @returns null while nothing goes on
 */
export function useWorkNote(isWorking: boolean, working: string): string | null {
  const { long } = useTexts('passwordWork', passwordWorkTexts);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isWorking) return;
    const timer = setTimeout(() => setLong(true), timings.longWorkMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isWorking]);
  if (!isWorking) return null;
  return isLong ? long : working;
}
