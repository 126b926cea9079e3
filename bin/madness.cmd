@echo off
node "%~dp0..\dist\cli.mjs" %*
