"""Runs a program in a pseudo-terminal of its own: {command, cwd, env, columns, files, ahead, when, keys} as JSON in, {output, code} out.

`files` leads outputs elsewhere: number to path. `ahead` is typed before the program reads anything, `keys` once the output holds the text `when`.
"""
import fcntl
import json
import os
import pty
import struct
import sys
import termios

request = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, request["columns"], 0, 0))
    os.chdir(request["cwd"])
    for number, path in request["files"].items():
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), int(number))
    os.execve(request["command"][0], request["command"], request["env"])

os.write(terminal, request["ahead"].encode())
output = b""
typed = not request["keys"]
while True:
    try:
        chunk = os.read(terminal, 65536)
    except OSError:  # Linux says so when the last process has closed the terminal.
        break
    if not chunk:
        break
    output += chunk
    if not typed and request["when"].encode() in output:
        os.write(terminal, request["keys"].encode())
        typed = True
_, status = os.waitpid(pid, 0)
print(json.dumps({"output": output.decode(), "code": os.waitstatus_to_exitcode(status)}))
