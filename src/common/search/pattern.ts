/**
 * A pattern as it was typed, to be run over a text: by signs where its spelling allows that, else by UTF-16
 * units; `^` and `$` are the ends of lines. Null when it is none.
 */
export function compiledPattern(source: string, flags: string): RegExp | null {
  for (const mode of ['u', ''])
    try {
      return new RegExp(source, `gm${flags}${mode}`)
    } catch {
      // the next, or none
    }
  return null
}
