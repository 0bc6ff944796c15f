import type { Here } from '../../../../common/rooms/frames'
import type { Present } from '../../../../common/present'
import { currentWorkspace } from '../../api'
import { personName } from '../../components/person'

/** Windows of one person tell each other apart from those of others. */
export function nameOf(one: Present): string {
  return isMe(one) ? 'Your other window' : personName(one)
}

/** Whoever works in this window. */
export function isMe({ email }: Pick<Present, 'email'>): boolean {
  return email.toLowerCase() === currentWorkspace()?.owner?.email.toLowerCase()
}

/** Mara Holm and Ben: each once. */
export function namesIn(people: readonly Present[]): string {
  const names = [...new Set(people.map(nameOf))]
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

/** Mara Holm and Ben are here too. @param where “here too” */
export function whoAre(people: readonly Present[], where: string): string {
  const isOne = new Set(people.map(nameOf)).size === 1
  return `${namesIn(people)} ${isOne ? 'is' : 'are'} ${where}`
}

/** Who is in a document, or in those of a folder, as it stands in lists of them. */
export function whoHas(people: readonly Present[], kind: 'file' | 'folder'): string {
  const [at, open] = kind === 'file' ? ['here', 'it'] : ['in it', 'something in it']
  const active = people.filter(({ isIdle }) => !isIdle)
  const idle = people.filter(({ isIdle }) => isIdle)
  return [
    active.length > 0 && whoAre(active, at),
    idle.length > 0 && `${namesIn(idle)} ${idle.length === 1 ? 'has' : 'have'} ${open} open`
  ]
    .filter((words) => words !== false)
    .join('. ')
}

/** Each of them in a sentence, with what is known of where they are; of who is there alone too. */
export function eachOf(people: readonly Here[], wordsOf: (one: Here) => string | null): string {
  if (people.length === 0) return 'Nobody else is in this document now.'
  return people
    .map((one) => {
      const view = one.view === 'source' ? ' in the source' : ''
      const words = wordsOf(one)
      const place = one.at === null ? ', without showing where' : words === null ? '' : `, ${words}`
      return `${nameOf(one)} is here too${view}${place}${one.isIdle ? ', not at the keys' : ''}.`
    })
    .join(' ')
}
