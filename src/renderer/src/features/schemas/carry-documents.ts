import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { api, reasonOf, sentenceOf } from '../../api'
import type { DocumentQuestion } from './document-check'
import { lookAgain, type UsingDocument } from './impact'

/** A document whose values were carried over: what brings it back. */
export interface Written {
  readonly path: ContentPath
  readonly etag: string
  readonly before: string
}

/** A document that keeps its values where they were, and why. */
export interface NotCarried {
  readonly document: UsingDocument
  readonly why: string
}

export interface CarryOutcome {
  readonly written: readonly Written[]
  readonly failed: readonly NotCarried[]
}

interface CarryOptions {
  readonly onProgress: (done: number) => void
  /** Aborted when the person stops it: what is left keeps its values, and can be tried again. */
  readonly signal: AbortSignal
}

/**
 * Writes the documents with their values at the new places. One that fails keeps no other from being written;
 * none is overwritten.
 */
export async function carryDocuments(
  documents: readonly UsingDocument[],
  question: DocumentQuestion,
  { onProgress, signal }: CarryOptions
): Promise<CarryOutcome> {
  const written: Written[] = []
  const failed: NotCarried[] = []
  for (const [index, document] of documents.entries()) {
    if (signal.aborted) {
      failed.push({ document, why: 'It was stopped before this one.' })
      continue
    }
    try {
      const done = await carry(document, question)
      if (done) written.push(done)
    } catch (problem) {
      failed.push({ document, why: sentenceOf(problem) })
    }
    onProgress(index + 1)
  }
  return { written, failed }
}

/**
 * Puts the documents back, as far as nobody has changed them since.
 * @returns what could not be, one sentence each
 */
export async function takeBack(written: readonly Written[]): Promise<readonly string[]> {
  const failed: string[] = []
  for (const { path, etag, before } of written) {
    try {
      await api.write(path, before, { ifMatch: etag })
    } catch (problem) {
      failed.push(`${nameOf(path)}: ${sentenceOf(problem)}`)
    }
  }
  return failed
}

/** One that was changed meanwhile is read again, once. */
async function carry(
  { path, etag, text, answer }: UsingDocument,
  question: DocumentQuestion,
  again = true
): Promise<Written | null> {
  const next = answer.carry?.written ?? null
  if (next === null || text === null) return null
  try {
    const outcome = await api.write(path, next, { ifMatch: etag })
    return { path, etag: outcome.etag, before: text }
  } catch (problem) {
    if (!again || reasonOf(problem) !== 'precondition-failed') throw problem
    const found = await lookAgain(path, question, new AbortController().signal)
    return found && carry(found, question, false)
  }
}
