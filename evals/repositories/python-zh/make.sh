. "$(dirname "$0")/../make.sh"
