import type { Environment } from '../../../../common/publishing/environments'
import type { ContentCheck } from '../../../../common/publishing/check-answers'
import type { JobResource } from '../../../../common/publishing/jobs'
import { numberText } from '../../components/formats'

/** What publishing one document changes for its readers. */
export function changeSentence({ change, summary }: Pick<ContentCheck, 'change' | 'summary'>): string {
  if (change === 'new') return 'Readers see nothing of it yet.'
  if (change === 'same') return 'Readers have the same content already.'
  return summary === '' ? 'Readers see an older state.' : `What changes for readers: ${summary}.`
}

/** `2 errors, 1 warning`; empty where nothing is wrong. */
export function countWords({ errors, warnings }: Pick<ContentCheck, 'errors' | 'warnings'>): string {
  return [errors === 0 ? '' : some(errors, 'error'), warnings === 0 ? '' : some(warnings, 'warning')]
    .filter((part) => part !== '')
    .join(', ')
}

/** What a check of many found. */
interface CheckSums {
  readonly publishable: number
  readonly added: number
  readonly changed: number
  readonly same: number
  /** Live as they are: nothing is done with them. */
  readonly upToDate: number
  readonly refused: number
  readonly withErrors: number
  readonly withUnseen: number
}

export function sumsOf(resources: readonly JobResource[]): CheckSums {
  const count = (test: (one: JobResource) => boolean) => resources.filter(test).length
  const changes = (change: ContentCheck['change']) => count(({ check }) => check?.change === change)
  return {
    publishable: count(({ status }) => status === 200),
    added: changes('new'),
    changed: changes('changed'),
    same: changes('same'),
    upToDate: count(({ status }) => status === 304),
    refused: count(({ error }) => error !== undefined),
    withErrors: count(({ check }) => (check?.errors ?? 0) > 0),
    withUnseen: count(({ check }) => (check?.unseen ?? 0) > 0)
  }
}

/** The sentences above the list, in the numbers that the job will have. */
export function sumSentences(sums: CheckSums, leftOut: number): readonly string[] {
  const { publishable, added, changed, same, upToDate, refused, withErrors, withUnseen } = sums
  const going = publishable - leftOut
  const parts = [
    added > 0 ? `${number(added)} new to readers` : '',
    changed > 0 ? `${number(changed)} changed` : '',
    same > 0 ? `${number(same)} with the content that readers have` : ''
  ].filter((part) => part !== '')
  return [
    publishable + upToDate + refused === 0 ? 'There is nothing here that you may publish.' : '',
    publishable === 0
      ? ''
      : `${some(going, 'item')} will be published${leftOut === 0 && parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`,
    leftOut === 0 ? '' : `${some(leftOut, 'item')} with errors will not: that is how you have set it.`,
    upToDate === 0
      ? ''
      : `${some(upToDate, 'item')} ${upToDate === 1 ? 'is' : 'are'} live as ${upToDate === 1 ? 'it is' : 'they are'} here.`,
    refused === 0 ? '' : `${some(refused, 'item')} cannot be published.`,
    withErrors === 0 || leftOut > 0
      ? ''
      : `${some(withErrors, 'item')} ${withErrors === 1 ? 'has' : 'have'} errors.`,
    withUnseen === 0
      ? ''
      : `${some(withUnseen, 'item')} ${withUnseen === 1 ? 'has' : 'have'} something that readers will not see.`
  ].filter((sentence) => sentence !== '')
}

/** What a button that goes on is called. */
export const publishWord = (environment: Environment, isWrong: boolean): string =>
  `${environment === 'live' ? 'Publish' : 'Preview'}${isWrong ? ' anyway' : ''}`

const number = (count: number) => numberText(count)
const some = (count: number, word: string) => `${number(count)} ${word}${count === 1 ? '' : 's'}`
