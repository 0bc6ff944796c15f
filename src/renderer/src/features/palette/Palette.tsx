import { Input, Modal } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../components/keys'
import { useTree } from '../../engines/tree/tree-store'
import { contentFound, useContentSearch } from './content'
import { paletteItems, stepFrom, takenByEnter } from './items'
import classes from './Palette.module.css'
import { paletteStore, usePaletteMode } from './palette-state'
import { Results } from './Results'
import { isRefused, take } from './run'

/** Find a file by its name or by what it says, or a command by what it does; one list, by keyboard. */
export function Palette() {
  const mode = usePaletteMode()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [entered, setEntered] = useState(false)
  const walking = useTree((state) => state.walking)
  useContentSearch(query, mode)

  const change = (typed: string) => {
    setQuery(typed)
    setChosen(null)
    setEntered(false)
  }

  /** What the field holds in this moment decides, whatever has been drawn of it. */
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    const step = steps[event.code]
    if (step === undefined && !/^(Numpad)?Enter$/.test(event.code)) return
    event.preventDefault()
    const items = paletteItems(event.currentTarget.value, mode)
    if (step !== undefined) return setChosen(stepFrom(items, chosen, step))
    const item = takenByEnter(items, chosen)
    if (item) {
      if (!isRefused(item)) take(item)
    } else if (walking || contentFound().waits) setEntered(true)
  }

  const label = mode === 'files' ? 'Go to file by name' : 'Search content and commands'
  return (
    <Spotlight.Root
      store={paletteStore}
      onQueryChange={change} // when it closes
      shortcut={null}
      scrollable
      maxHeight={420}
      size={620}
      centered={false}
      yOffset={72}
      overlayProps={{ backgroundOpacity: 0.2, blur: 0 }}
      transitionProps={{ duration: 80, exitDuration: 0 }}
      classNames={{
        content: classes.content ?? '',
        action: classes.action ?? '',
        actionsGroup: classes.group ?? ''
      }}
    >
      <Modal.Title className="visually-hidden">
        {mode === 'files' ? 'Go to file' : 'Find files and commands'}
      </Modal.Title>
      <Input
        size="lg"
        classNames={{ input: classes.search ?? '' }}
        placeholder={label}
        aria-label={label}
        leftSection={<IconSearch size={16} stroke={1.5} />}
        value={query}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <Results
        query={query}
        mode={mode}
        chosen={chosen}
        entered={entered}
        onNothing={() => setEntered(false)}
      />
    </Spotlight.Root>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
