import { Button, Code, CopyButton, Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { UpdateCheck, UpdateDownload, UpdatePlace } from '../../../../common/bridge'
import { sizeOf } from '../../../../common/content/size'
import { desktop } from '../../workbench/bridge'

type Step =
  | { readonly kind: 'before' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'told'; readonly check: UpdateCheck }
  | { readonly kind: 'fetching'; readonly check: UpdateCheck }
  | { readonly kind: 'fetched'; readonly download: UpdateDownload }

/** Updates, only because somebody asks: the address is named before anything is sent (UP1). */
export function Updates({ onDone }: { readonly onDone: () => void }) {
  const bridge = desktop()
  const [place, setPlace] = useState<UpdatePlace | null>(null)
  const [step, setStep] = useState<Step>({ kind: 'before' })
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null)
  useEffect(() => {
    if (!bridge) return
    void bridge.call('updatePlace').then(setPlace)
    return bridge.on('update', setProgress)
  }, [bridge])
  if (!bridge || !place) return <Loader size={16} aria-label="Looking where updates come from" />

  const check = async () => {
    setStep({ kind: 'asking' })
    setStep({ kind: 'told', check: await bridge.call('checkForUpdates') })
  }
  const fetchIt = async (told: UpdateCheck) => {
    setStep({ kind: 'fetching', check: told })
    setStep({ kind: 'fetched', download: await bridge.call('downloadUpdate') })
  }

  return (
    <Stack gap={12} aria-live="polite">
      <Text fz={14}>This is Galley {place.version}.</Text>
      {place.address === null ? (
        <Text fz={14}>
          {place.problem ??
            'This build names no place to ask for updates. New versions come from where you got this one.'}
        </Text>
      ) : (
        step.kind === 'before' && (
          <>
            <Text fz={14}>
              Galley asks for updates only when you say so. It would now send one request, without anything
              about you or your content, to:
            </Text>
            <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {place.address}
            </Code>
          </>
        )
      )}
      {step.kind === 'asking' && (
        <Waiting words={`Asking ${place.address === null ? '' : new URL(place.address).host}…`} />
      )}
      {step.kind === 'told' && <Outcome check={step.check} />}
      {step.kind === 'fetching' && (
        <>
          <Progress
            value={progress ? (progress.done / progress.total) * 100 : 0}
            aria-label="How much of the update is here"
          />
          <Text fz={13} c="dimmed">
            {progress ? `${sizeOf(progress.done)} of ${sizeOf(progress.total)}` : 'Beginning…'}
          </Text>
        </>
      )}
      {step.kind === 'fetched' && <Fetched download={step.download} />}
      <Group justify="flex-end" gap={8}>
        {step.kind === 'fetching' ? (
          <Button variant="default" onClick={() => void bridge.call('stopUpdate')}>
            Stop
          </Button>
        ) : (
          <Button variant="default" onClick={onDone}>
            {step.kind === 'before' && place.address !== null ? 'Cancel' : 'Close'}
          </Button>
        )}
        {place.address !== null && step.kind === 'before' && (
          <Button ref={focusOnce} onClick={() => void check()}>
            Ask now
          </Button>
        )}
        {step.kind === 'told' && step.check.kind === 'refused' && (
          <Button onClick={() => void check()}>Try again</Button>
        )}
        {step.kind === 'told' && step.check.kind === 'offer' && step.check.file && (
          <Button onClick={() => void fetchIt(step.check)}>Fetch it ({sizeOf(step.check.file.size)})</Button>
        )}
        {step.kind === 'fetched' && step.download.ok && (
          <Button variant="default" onClick={() => void bridge.call('revealUpdate')}>
            Show in folder
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** What is there a moment after the dialog takes the keyboard then. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus()

const Waiting = ({ words }: { readonly words: string }) => (
  <Group gap={8}>
    <Loader size={16} aria-hidden="true" />
    <Text fz={14}>{words}</Text>
  </Group>
)

function Outcome({ check }: { readonly check: UpdateCheck }) {
  switch (check.kind) {
    case 'current':
      return <Text fz={14}>You have the newest version.</Text>
    case 'refused':
      return (
        <Text fz={14} role="alert">
          Nothing was fetched. {check.message}
        </Text>
      )
    case 'offer':
      return (
        <>
          <Text fz={14} fw={600}>
            Galley {check.version} is there. Its manifest is signed.
          </Text>
          {check.notes !== '' && (
            <Text fz={13} style={{ whiteSpace: 'pre-wrap', maxHeight: 200, overflow: 'auto' }} tabIndex={0}>
              {check.notes}
            </Text>
          )}
          {check.problem !== undefined && <Text fz={14}>{check.problem}</Text>}
        </>
      )
  }
}

function Fetched({ download }: { readonly download: UpdateDownload }) {
  if (!download.ok)
    return (
      <Text fz={14} role="alert">
        {download.message}
      </Text>
    )
  return (
    <>
      <Text fz={14}>It is here, and is the file that was signed. Your content stays where it is.</Text>
      {download.command === null ? (
        <Text fz={14}>Quit Galley, and open the file to install it.</Text>
      ) : (
        <>
          <Text fz={14}>Quit Galley, and install it with:</Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {download.command}
          </Code>
          <Group justify="flex-start">
            <CopyButton value={download.command}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy}>
                  {copied ? 'Copied' : 'Copy the command'}
                </Button>
              )}
            </CopyButton>
          </Group>
        </>
      )}
    </>
  )
}
