import { useEffect, useRef, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { Here } from '../../../../common/rooms/frames'
import { Menu } from '../../components/Menu'
import { initials } from '../../components/person'
import { useRead } from '../../state/signal'
import { heldWords, ownWords } from '../holds/hold-words'
import { useHold } from '../holds/holds'
import type { DocumentSession } from '../session'
import type { Company } from './company'
import { useCompanyCommands } from './company-commands'
import { isMe, nameOf, namesIn, whoAre } from './people-words'
import classes from './CompanyMenu.module.css'

/** So many are shown by their letters. */
const SHOWN = 3

/** Who else is in the document: their letters, and a menu that leads to where they are. */
export function CompanyMenu({ session }: { readonly session: DocumentSession }) {
  return session.company && <PeopleOf company={session.company} path={session.path} />
}

function PeopleOf({ company, path }: { readonly company: Company; readonly path: ContentPath }) {
  const hold = useHold(path)
  const people = useRead(company.changed, () => company.people)
  const following = useRead(company.changed, () => company.following)
  useCompanyCommands(company)
  const told = useTold(people)
  const said = (
    <span className="visually-hidden" role="status">
      {told}
    </span>
  )
  if (people.length === 0) return said
  const more = people.length - SHOWN
  return (
    <>
      {said}
      <Menu position="bottom-end">
        <Menu.Target>
          <button type="button" className={classes.people}>
            {people.slice(0, SHOWN).map((one) => (
              <span
                key={one.who}
                className={classes.sign}
                data-person={one.colour}
                data-idle={one.isIdle || undefined}
                data-followed={one.who === following?.who || undefined}
                aria-hidden="true"
              >
                {initials(one)}
              </span>
            ))}
            {more > 0 && (
              <span className={classes.more} aria-hidden="true">
                +{more}
              </span>
            )}
            <span className="visually-hidden">{whoAre(people, 'here too')}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {hold && <Menu.Label>{isMe(hold.by) ? ownWords(hold) : heldWords(hold)}</Menu.Label>}
          {people.map((one) => (
            <PersonEntries
              key={one.who}
              one={one}
              company={company}
              isFollowed={one.who === following?.who}
            />
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

interface PersonEntriesProps {
  readonly one: Here
  readonly company: Company
  readonly isFollowed: boolean
}

function PersonEntries({ one, company, isFollowed }: PersonEntriesProps) {
  const name = nameOf(one)
  return (
    <>
      <Menu.Label>{one.isIdle ? `${name}, not at the keys` : name}</Menu.Label>
      <Menu.Item disabled={one.at === null} onClick={() => company.goTo(one)}>
        Go to {name}
      </Menu.Item>
      <Menu.Item
        disabled={one.at === null && !isFollowed}
        onClick={() => company.follow(isFollowed ? null : one)}
      >
        {isFollowed ? `Stop following ${name}` : `Follow ${name}`}
      </Menu.Item>
    </>
  )
}

/** What is to be said, to who does not see it, when somebody comes or goes. */
function useTold(people: readonly Here[]): string {
  const [told, tell] = useState('')
  const before = useRef<readonly Here[]>([])
  useEffect(() => {
    const isIn = (all: readonly Here[], one: Here) => all.some(({ email }) => email === one.email)
    const come = people.filter((one) => !isIn(before.current, one))
    const gone = before.current.filter((one) => !isIn(people, one))
    before.current = people
    if (come.length > 0) tell(`${whoAre(come, 'here too')}.`)
    else if (gone.length > 0) tell(`${namesIn(gone)} left this document.`)
  }, [people])
  return told
}
