import { severityOf } from './issue-words'
import type { SchemaIssue, SchemaIssueReason } from './issues'
import type { Pointer } from '../json/pointer'

/** Collects issues while a schema is read. A shared definition is read more than once and reported once. */
export class IssueList {
  readonly issues: SchemaIssue[] = []
  private readonly known = new Set<string>()

  add(reason: SchemaIssueReason, pointer: Pointer, dataPointer: Pointer | null, message: string): void {
    const key = `${reason} ${pointer}`
    if (this.known.has(key)) return
    this.known.add(key)
    this.issues.push({ reason, severity: severityOf[reason], message, pointer, dataPointer })
  }
}
