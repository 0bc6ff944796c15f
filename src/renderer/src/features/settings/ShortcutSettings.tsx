import { compareNames } from '../../../../common/order'
import { Button, TextInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { chooseKeys, chosenKeys, forgetChosenKeys, subscribeKeys } from '../../workbench/commands/chosen-keys'
import { knownCommands, useCommands, type NamedCommand } from '../../workbench/commands/commands'
import { pressedKeys, refusalOfKeys, sameForm } from '../../workbench/commands/key-rules'
import { shownShortcut } from '../../workbench/commands/shown-keys'
import { isEscape } from '../../components/keys'
import { useRead } from '../../state/signal'
import classes from './ShortcutSettings.module.css'

/**
 * Every command with its keys, which can be others: the menus, the palette, the help and the hints show them
 * too.
 */
export function ShortcutSettings() {
  const chosen = useRead({ subscribe: subscribeKeys }, chosenKeys)
  useCommands()
  const [filter, setFilter] = useState('')
  const [changing, setChanging] = useState<string | null>(null)
  const words = filter.trim().toLowerCase()
  const commands = knownCommands()
    .filter(({ title, group, shortcut = '' }) =>
      `${group} ${title} ${shownShortcut(shortcut)}`.toLowerCase().includes(words)
    )
    .sort((a, b) => compareNames(a.group, b.group) || compareNames(a.title, b.title))
  return (
    <div className={classes.settings}>
      <div className={classes.head}>
        <TextInput
          aria-label="Filter commands"
          placeholder="Filter by name or keys"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button variant="default" disabled={Object.keys(chosen).length === 0} onClick={forgetChosenKeys}>
          Reset all
        </Button>
      </div>
      <ul className={classes.list} aria-label="Shortcuts">
        {commands.map((command) => (
          <Line
            key={command.id}
            command={command}
            isChosen={Object.hasOwn(chosen, command.id)}
            isChanging={changing === command.id}
            onChanging={(on) => setChanging(on ? command.id : null)}
          />
        ))}
      </ul>
      {commands.length === 0 && <p>No command is called so.</p>}
    </div>
  )
}

interface LineProps {
  readonly command: NamedCommand
  readonly isChosen: boolean
  readonly isChanging: boolean
  readonly onChanging: (on: boolean) => void
}

function Line({ command, isChosen, isChanging, onChanging }: LineProps) {
  const { id, title, group, shortcut } = command
  return (
    <li>
      <span className={classes.title}>
        {title} <small>{group}</small>
      </span>
      {isChanging ? (
        <Recording command={command} onDone={() => onChanging(false)} />
      ) : (
        <>
          <kbd data-none={!shortcut}>{shortcut ? shownShortcut(shortcut) : 'none'}</kbd>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Change the keys of ${title}`}
            onClick={() => onChanging(true)}
          >
            Change
          </Button>
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={!isChosen}
            aria-label={`Reset the keys of ${title}`}
            onClick={() => chooseKeys({ [id]: null })}
          >
            Reset
          </Button>
        </>
      )}
    </li>
  )
}

function Recording({ command, onDone }: { readonly command: NamedCommand; readonly onDone: () => void }) {
  const [pressed, setPressed] = useState<string | null>(null)
  const refusal = pressed === null ? null : refusalOfKeys(pressed)
  const others = pressed === null ? [] : othersWith(pressed, command)
  const give = (keys: string, from: readonly NamedCommand[]) => {
    chooseKeys({ ...Object.fromEntries(from.map(({ id }) => [id, ''])), [command.id]: keys })
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && !event.ctrlKey) return
    event.preventDefault()
    event.stopPropagation()
    if (isEscape(event)) return onDone()
    const keys = pressedKeys(event.nativeEvent)
    if (keys === null) return
    setPressed(keys)
    if (refusalOfKeys(keys) === null && othersWith(keys, command).length === 0) give(keys, [])
  }
  return (
    <span className={classes.recording}>
      <input
        ref={takeKeyboard}
        readOnly
        data-mantine-stop-propagation="true"
        aria-label={`New keys of ${command.title}`}
        value={pressed === null ? 'Press the new keys' : shownShortcut(pressed)}
        onKeyDown={onKeyDown}
      />
      {pressed !== null && refusal === null && others.length > 0 && (
        <Button size="compact-xs" onClick={() => give(pressed, others)}>
          Use it here instead
        </Button>
      )}
      <Button variant="default" size="compact-xs" onClick={() => give('', [])}>
        No keys
      </Button>
      <Button variant="subtle" size="compact-xs" onClick={onDone}>
        Cancel
      </Button>
      <span role="status" className={classes.said}>
        {refusal ??
          (others.length > 0 ? `Taken by ${others.map(({ title }) => `“${title}”`).join(', ')}.` : '')}
      </span>
    </span>
  )
}

/** It was asked for just now, and takes one press. */
const takeKeyboard = (field: HTMLInputElement | null) => field?.focus()

function othersWith(keys: string, { id, where }: NamedCommand): NamedCommand[] {
  return knownCommands()
    .filter((other) => other.id !== id && other.where === where)
    .filter(({ shortcut }) => shortcut !== undefined && sameForm(shortcut) === sameForm(keys))
}
