import { useEffect } from 'react'
import { isComposing } from '../../components/keys'
import { desktop } from '../bridge'
import { allCommands, runCommand, type Command } from './commands'
import { pressedKeys, sameForm } from './key-rules'
import { isAwaitingField } from '../typing-ahead'

/**
 * The one place where keys become commands. It listens before everything else (capture), so that the palette
 * also opens from inside an editor that would take the key for itself.
 */
export function useCommandShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || isAwaitingField() || isTyping(event)) return
      const pressed = pressedKeys(event)
      if (pressed === null) return
      const command = commandFor(sameForm(pressed), event.target)
      if (!command || isDialogOpen() || command.enabled?.() === false) return
      event.preventDefault()
      event.stopPropagation()
      void runCommand(command.id)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
}

/**
 * In a page its own command comes first, unless it cannot run now: then the keys mean what they mean
 * elsewhere.
 */
function commandFor(form: string, target: EventTarget | null): Command | undefined {
  const found = allCommands().filter((candidate) => matches(candidate, form, target))
  const own = found.find(({ where, enabled }) => where === 'page' && enabled?.() !== false)
  return own ?? found.find(({ where }) => where !== 'page')
}

function matches({ where, shortcut, also = [] }: Command, form: string, target: EventTarget | null): boolean {
  if (where === 'tree' && !inTree(target)) return false
  if (where === 'page' && !inPage(target)) return false
  return (
    (shortcut !== undefined && sameForm(shortcut) === form) || also.some((keys) => sameForm(keys) === form)
  )
}

function inTree(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role="tree"]:not([data-own-keys])')
}

function inPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-page-surface]') !== null
}

/**
 * A plain character in a field of text is no shortcut, and must show at once. So is one that takes AltGr:
 * Windows says Ctrl and Alt for it.
 */
function isTyping(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (key.length === 1 && event.getModifierState('AltGraph')) return true
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && key.length === 1 && !ctrlKey && !metaKey && !altKey
}

/** Behind an open dialog nothing runs. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}

/**
 * The keys of what a view does by itself, unless the person has given them to a command, which comes first.
 */
export function leftToView(keys: string): string | undefined {
  const form = sameForm(keys)
  const taken = allCommands().some(({ where, shortcut }) => !where && shortcut && sameForm(shortcut) === form)
  return taken ? undefined : keys
}

/** Browsers keep some keys for themselves: there another one is offered. */
export function shortcutFor(onDesktop: string, inBrowser: string): string {
  return desktop() ? onDesktop : inBrowser
}
