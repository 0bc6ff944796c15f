import type { Here } from '../../../../src/common/rooms/frames'
import { Company } from '../../../../src/renderer/src/documents/together/company'

/** Two windows in one document: what one says of where it is, the other hears. */
export function twoWindows(): { readonly mine: Company; readonly theirs: Company } {
  const heardBy = (to: () => Company, person: Pick<Here, 'who' | 'email' | 'name' | 'colour'>) =>
    new Company((at, view, isIdle) =>
      to().heard([{ ...person, client: person.who, at, isIdle, ...(view !== undefined && { view }) }])
    )
  const mine: Company = heardBy(() => theirs, {
    who: 1,
    email: 'mira@example.com',
    name: 'Mira Holm',
    colour: 2
  })
  const theirs: Company = heardBy(() => mine, {
    who: 2,
    email: 'lena@example.com',
    name: 'Lena Voss',
    colour: 5
  })
  return { mine, theirs }
}
