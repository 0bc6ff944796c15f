/**
 * The manual page of the command line, made of what its help says, so that both say the same.
 * @param galley runs the command line with arguments, and returns what it prints
 * @param epoch seconds since 1970, for its date
 */
export function manPage(galley, epoch) {
  const version = galley('--version').trim()
  const commands = commandsIn(galley('--help'))
  const sections = commands.map(([name, summary]) => {
    const help = galley(name, '--help')
    const below = /^usage: galley [\w-]+ <command>/m.test(help) ? commandsIn(help, name) : []
    const texts = [help, ...below.map(([word]) => galley(name, word, '--help'))]
    return `.SS ${escaped(name)}: ${escaped(summary)}\n${texts.map(asWritten).join('')}`
  })
  return [
    `.TH GALLEY 1 ${new Date(epoch * 1000).toISOString().slice(0, 10)} "Galley ${version}" "User Commands"`,
    '.SH NAME\ngalley \\- versioned, structured web content',
    '.SH SYNOPSIS\n.B galley\n.I command\n\\&...',
    '.SH DESCRIPTION\nServes a workspace over HTTP, and looks after it. The service of the package\n.B galley-service\nis told its options in\n.IR /etc/galley/service.env .',
    `.SH COMMANDS\n${sections.join('')}`,
    '.SH FILES\n.TP\n.I /var/lib/galley\nThe workspace of the service, and what its account keeps. It stays when the package is removed.\n.TP\n.I /etc/galley/service.env\nIts options.\n.TP\n.I /run/galley/link\nThe link that signs its owner in, once.',
    ''
  ].join('\n')
}

/** The commands that a help lists, each with its sentence; those of a group have its word before them. */
const commandsIn = (help, group = '') =>
  [...help.matchAll(/^ {2}(\S+(?: \S+)*?) {2,}(\S.*)$/gm)].map(([, name, summary]) => [
    group !== '' && name.startsWith(`${group} `) ? name.slice(group.length + 1) : name,
    summary
  ])

const asWritten = (text) => `.nf\n${escaped(text.trimEnd())}\n.fi\n`

/** A dot or an apostrophe at the beginning of a line would be a request, a hyphen a dash. */
const escaped = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
