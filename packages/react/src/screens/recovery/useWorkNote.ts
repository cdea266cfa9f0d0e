import { useEffect, useState } from 'react';
import { passwordWorkTexts } from '../../texts/generated/en/passwordWork.ts';
import { useTexts } from '../../texts/index.ts';
import { timings } from '../../timings.ts';

/**
 * Returns the text to show while a recovery password is processed: first that it has started, later that it is still
 * running, because the progress is unknown. Show it in a live region.
 *
 * @param working the first text
 * @returns null while nothing is running
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
