import { compilePattern, type CompiledPattern } from './pattern'

/** Program steps that the patterns of one schema may have together. */
const MAX_SIZE = 500_000

/** Compiles each distinct pattern of a schema once, and not more than a schema can need. */
export class PatternCache {
  private readonly known = new Map<string, CompiledPattern>()
  private size = 0

  compile(source: string): CompiledPattern {
    const known = this.known.get(source)
    if (known) return known
    if (this.size > MAX_SIZE) return { refusal: 'unsupported', message: 'The schema has too many patterns.' }
    const compiled = compilePattern(source)
    this.size += 'pattern' in compiled ? compiled.pattern.size : 1
    this.known.set(source, compiled)
    return compiled
  }
}
