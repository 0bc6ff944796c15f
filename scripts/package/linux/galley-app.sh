#!/bin/sh
# Starts the window of Galley.
if [ "$(id -u)" -eq 0 ]; then
  echo "Galley is not started as root, as its pages would then not be held in a sandbox: start it as yourself, or, on a server, start the service with: galley serve --data FOLDER" >&2
  exit 1
fi
exec /opt/Galley/galley "$@"
