/**
 * A failure for the error stream. Messages carry what strangers sent, so nothing in them begins a line, moves
 * the cursor or turns the direction of writing: only the frames of the stack are lines.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return visible(String(error))
  const { name, message, stack = '', cause } = error
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line))
  const own = [visible(`${name}: ${message}`), ...frames.map(visible)].join('\n')
  return cause === undefined || cause === null ? own : `${own}\n  caused by ${failureText(cause)}`
}

/** Tells a failure that is Galley's own fault to whoever looks after it. */
export function reportFailure(error: unknown): void {
  console.error(failureText(error))
}

/** Text on one line: controls, line ends and marks of direction as `\u{…}`. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`
  )
}
