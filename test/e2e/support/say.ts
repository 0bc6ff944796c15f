/** Says something to whoever reads the log of the run; it is no failure. */
export function say(text: string): void {
  process.stderr.write(`e2e: ${text}\n`)
}
