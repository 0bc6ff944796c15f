import { Button, CloseButton } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { pasteSaid, type PasteNotice } from '../../../engines/page/clipboard/notice'
import type { DocumentSession } from '../../../documents'
import type { PageSurface } from '../../../engines/page/surface'
import { runCommand } from '../../../workbench/commands/commands'
import { useRead } from '../../../state/signal'
import { closeStrip } from './paste-steps'
import { usePasteCommands } from './use-paste-commands'
import { words } from './words'
import classes from './PasteStrip.module.css'

interface PasteStripProps {
  readonly session: DocumentSession
  readonly surface: PageSurface
  readonly readOnly: boolean
}

/**
 * What was pasted, and what can be made of it: over the foot of the page, out of the way of who goes on
 * writing (VE6).
 */
export function PasteStrip({ session, surface, readOnly }: PasteStripProps) {
  usePasteCommands(session, surface, readOnly)
  const said = useRead(surface.changed, () => pasteSaid(surface.state))
  const isRefused = said !== null && 'refused' in said
  const text = said === null ? '' : isRefused ? said.refused : sentences(said)
  return (
    <div className={classes.place}>
      {/* stays, so that what comes into it is read out */}
      <div role="status" className="visually-hidden">
        {text}
      </div>
      {said !== null && (
        <div
          className={classes.strip}
          role="group"
          aria-label={words.strip}
          data-refused={isRefused || undefined}
        >
          <IconClipboardText size={16} aria-hidden />
          <span>{text}</span>
          <CloseButton size="sm" aria-label={words.close} onClick={() => surface.run(closeStrip)} />
          {!isRefused && (
            <div>
              {said.remote > 0 && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => void runCommand('page.pasted-fetch')}
                >
                  {words.fetch(said.remote)}
                </Button>
              )}
              {said.remote > 0 && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => void runCommand('page.pasted-links')}
                >
                  {words.links(said.remote)}
                </Button>
              )}
              {said.spaces > 0 && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => void runCommand('page.pasted-spaces')}
                >
                  {words.plain}
                </Button>
              )}
              {said.text !== null && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => void runCommand('page.pasted-as-text')}
                >
                  {words.asText}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

function sentences({ origin, remote, lost, spaces }: PasteNotice): string {
  const said = [origin === 'markdown' ? words.asMarkdown : words.from(origin)]
  if (remote > 0) said.push(words.remote(remote))
  if (lost > 0) said.push(words.lost(lost))
  if (spaces > 0) said.push(words.spaces(spaces))
  return said.join(' ')
}
