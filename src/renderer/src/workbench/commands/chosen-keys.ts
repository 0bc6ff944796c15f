import { createSignal } from '../../state/signal'
import { forget, keep, keptText } from '../../state/keep'

const KEY = 'galley.shortcuts'

/** The keys that the person chose, by the id of the command; empty for none at all. */
type ChosenKeys = Readonly<Record<string, string>>

/** Null until it is asked for. */
let chosen: ChosenKeys | null = null
const changed = createSignal<void>()

export function chosenKeys(): ChosenKeys {
  if (chosen === null) {
    chosen = read(keptText(KEY))
    // another window of the app
    window.addEventListener('storage', (event) => {
      if (event.key === KEY) take(read(event.newValue))
    })
  }
  return chosen
}

/** Kept on this machine, for every window of the app. Null gives a command its own keys back. */
export function chooseKeys(change: Readonly<Record<string, string | null>>): void {
  const next = Object.entries({ ...chosenKeys(), ...change })
  take(Object.fromEntries(next.filter((entry): entry is [string, string] => entry[1] !== null)))
  keep(KEY, JSON.stringify(chosen))
}

/** Every command has its own keys again. */
export function forgetChosenKeys(): void {
  take({})
  forget(KEY)
}

export const subscribeKeys = changed.subscribe

function take(next: ChosenKeys): void {
  chosen = next
  changed.notify()
}

function read(text: string | null): ChosenKeys {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const pairs: [string, unknown][] = Object.entries(kept)
    return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  } catch {
    return {}
  }
}
