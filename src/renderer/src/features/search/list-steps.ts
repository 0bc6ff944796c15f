/** How many rows a key goes on in a list; 0 for a key that goes nowhere. @param height of a row, pixels */
export function stepsFor(key: string, count: number, scroller: HTMLElement | null, height: number): number {
  const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / height) - 1)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count
  }
  return steps[key] ?? 0
}
