import type { NamedCommand } from '../../../workbench/commands/commands'

/** The commands of pictures in a page. */
export const pictureCommandNames = {
  'page.image': { title: 'Insert picture…', group: 'Edit', where: 'page' },
  'page.image-files': { title: 'Insert pictures from this computer…', group: 'Edit', where: 'page' },
  'page.describe-image': { title: 'Describe picture', group: 'Edit', where: 'page' },
  'page.replace-image': { title: 'Replace picture…', group: 'Edit', where: 'page' },
  'page.image-focal': { title: 'Focal point of the picture…', group: 'Edit', where: 'page' },
  'page.open-image': { title: 'Open the file of the picture', group: 'Edit', where: 'page' },
  'page.remove-image': { title: 'Remove picture', group: 'Edit', where: 'page' },
  'page.fetch-images': { title: 'Fetch pictures from other servers…', group: 'Edit', where: 'page' },
  'page.retry-images': { title: 'Upload pictures again that failed', group: 'Edit', where: 'page' },
  'page.drop-images': { title: 'Remove pictures that could not be uploaded', group: 'Edit', where: 'page' }
} as const satisfies Readonly<Record<string, Omit<NamedCommand, 'id'>>>
