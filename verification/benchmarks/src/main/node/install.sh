# Installs what package-lock.json names, if npm is there and it is not installed yet.
set -eu
if ! command -v npm > /dev/null; then
	echo "No npm on the PATH: redis-jobs will be measured alone"
elif [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
	npm ci --no-audit --no-fund
fi
