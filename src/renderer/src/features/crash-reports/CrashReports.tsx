import { Button, Group, Loader, Stack, Table, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { CrashReports as Reports, CrashReports } from '../../../../common/bridge'
import { sizeOf } from '../../../../common/content/size'
import { sentenceOf } from '../../api'
import { exactTime } from '../../components/formats'
import { desktop } from '../../workbench/bridge'
import { notify, notifyFailure } from '../../workbench/toast'
import { AskInPlace } from '../settings'

/** What is kept of crashes and errors, on this computer alone: to look at, to hand on, and to delete (CR2). */
export function CrashReports({ onDone }: { readonly onDone: () => void }) {
  const [reports, setReports] = useState<Reports | null>(null)
  const read = useCallback(
    () =>
      desktop()
        ?.call('crashReports')
        .then(setReports, (error: unknown) =>
          notifyFailure('The reports cannot be listed', sentenceOf(error))
        ),
    []
  )
  useEffect(() => void read(), [read])
  if (!reports) return <Loader size={16} aria-label="Loading the reports" />
  const { dumps, errors } = reports
  const isEmpty = dumps.length === 0 && errors.length === 0
  const copy = async () => {
    await navigator.clipboard.writeText(summaryOf(reports))
    notify('The summary is copied. It holds versions and kinds of errors, no content.')
  }
  const remove = async () => {
    await desktop()?.call('deleteCrashReports')
    await read()
    notify('The crash reports are deleted.')
  }
  return (
    <Stack gap={12}>
      <Text fz={14}>
        Galley sends nothing of this to anybody. Reports of crashes may hold parts of what was open when it
        happened: look at them before you hand one on. The list of errors holds no content and no paths. Ten
        reports are kept, for thirty days.
      </Text>
      {isEmpty && <Text fz={14}>There is none. That is how it should be.</Text>}
      {dumps.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <div role="region" aria-label="Crashes" tabIndex={0} style={{ maxHeight: 200, overflow: 'auto' }}>
          <Table fz={13} verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Crash</Table.Th>
                <Table.Th>Size</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {dumps.map(({ name, at, size }) => (
                <Table.Tr key={name}>
                  <Table.Td title={name}>{exactTime(at)}</Table.Td>
                  <Table.Td>{sizeOf(size)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {errors.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <div role="region" aria-label="Errors" tabIndex={0} style={{ maxHeight: 160, overflow: 'auto' }}>
          <pre style={{ margin: 0, fontSize: 12, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {errors.join('\n')}
          </pre>
        </div>
      )}
      <Group justify="flex-end" gap={8}>
        {!isEmpty && (
          <>
            <AskInPlace
              label="Delete all…"
              name="Delete all crash reports"
              question="They cannot be had again. Delete them?"
              confirm="Delete"
              onConfirm={() => void remove()}
            />
            <Button variant="default" onClick={() => void desktop()?.call('revealCrashReports')}>
              Show in folder
            </Button>
            <Button variant="default" onClick={() => void copy()}>
              Copy summary
            </Button>
          </>
        )}
        <Button ref={focusOnce} onClick={onDone}>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

/** What is there a moment after the dialog takes the keyboard then. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus()

/** What helps whoever looks for the cause, and holds nothing of the content. */
const summaryOf = ({ dumps, errors, versions }: CrashReports): string =>
  [
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
    '',
    `crashes: ${dumps.length}`,
    ...dumps.map(({ at, size }) => `${new Date(at).toISOString()}  ${size} bytes`),
    '',
    `errors: ${errors.length}`,
    ...errors
  ].join('\n')
