import { useEffect, useRef, useState } from 'preact/hooks';

/** Throttles a value: the first change is passed on immediately, the last one always. */
export function useThrottled<T>(value: T, ms: number): T {
  const [throttled, setThrottled] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      last.current = Date.now();
      setThrottled(() => value);
    }, Math.max(0, last.current + ms - Date.now()));
    return () => clearTimeout(timer);
  }, [value, ms]);
  return throttled;
}
