// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// Uses gas.
contract GasBurner {
    uint256 public rounds;

    /// Uses about so much, and then some.
    function burn(uint256 gasToUse) external {
        uint256 before = gasleft();
        while (before - gasleft() < gasToUse) rounds++;
    }

    /// Uses all that it is given.
    function burnAll() external {
        while (true) rounds++;
    }
}
